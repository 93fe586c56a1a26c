// A receiver of webhooks: checks the signature, and prints what was sent. SIGHTLINE_SECRET: the secret that `sightline webhooks add` showed;
// without it nothing is checked. Its first argument is the port.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const secret = process.env.SIGHTLINE_SECRET;
/** Older requests may be repetitions of someone who listened. */
const maxAgeSeconds = 300;

function isGenuine(header, body) {
  const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!at || Math.abs(Date.now() / 1000 - Number(at)) > maxAgeSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** The same notice may come twice: its id is the same then. */
const seen = new Set();

createServer(async (request, response) => {
  // Who leaves amid a request has not sent one.
  const body = await text(request).catch(() => null);
  if (body === null) return;
  if (secret && !isGenuine(request.headers['sightline-signature'], body)) return response.writeHead(401).end();
  const id = request.headers['sightline-id'];
  try {
    const notice = JSON.parse(body);
    if (!seen.has(id)) console.log(notice?.text ?? body);
  } catch {
    return response.writeHead(400).end();
  }
  seen.add(id);
  response.writeHead(204).end();
}).listen(Number(process.argv[2] ?? 8090), '127.0.0.1');
