// What is sent and what came back: the request as curl, the status, the headers and the body.

import { useState } from 'preact/hooks';
import { saveBlob } from '../ui/download.js';
import { Scrollable } from '../ui/scrollable.js';
import type { Reply } from './request.js';
import { Terms } from './responses.js';

/** Longer bodies are shown up to here; the download has all of it. */
const maxShownLength = 100_000;

export interface ReplyViewProps {
  /** Names the regions and the download. */
  readonly name: string;
  readonly request: string;
  readonly isSending?: boolean;
  readonly reply?: Reply;
  readonly failure?: string;
}

export function ReplyView({ name, request, isSending, reply, failure }: ReplyViewProps) {
  return (
    <div class="exchange">
      <Copied name={name} text={request} />
      <div role="status">
        {isSending && <p class="quiet">Waiting for the response …</p>}
        {failure && <p class="problem">{failure}</p>}
        {reply && (
          <p class={reply.status < 400 ? 'status better' : 'status worse'}>
            <strong class="method">{reply.status}</strong> {reply.statusText}
          </p>
        )}
      </div>
      {reply && <Body name={name} reply={reply} />}
    </div>
  );
}

/** The request, with a button that copies it. */
function Copied({ name, text }: { readonly name: string; readonly text: string }) {
  const [copied, setCopied] = useState('');
  // Browsers offer it over HTTPS and on this machine only.
  const { clipboard } = navigator;
  const copy = () => clipboard.writeText(text).then(() => setCopied(text));
  return (
    <div class="code">
      <Scrollable label={`Request of ${name}`}>
        <pre>{text}</pre>
      </Scrollable>
      {clipboard && (
        <button type="button" class="tool" onClick={copy}>
          {copied === text ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  );
}

function Body({ name, reply }: { readonly name: string; readonly reply: Reply }) {
  const { headers, body, text } = reply;
  const shown = formatted(reply);
  const rest = shown.length - maxShownLength;
  return (
    <>
      <Terms title="Headers" class="headers" rows={headers} />
      {text !== '' && (
        <div class="code">
          <Scrollable label={`Body of ${name}`} class="body">
            <pre>{shown.slice(0, maxShownLength)}</pre>
          </Scrollable>
          <button type="button" class="tool" onClick={() => saveBlob(`${name}${endingOf(body.type)}`, body)}>
            Download
          </button>
        </div>
      )}
      {rest > 0 && <p class="quiet">{rest.toLocaleString('en')} more characters are in the download.</p>}
    </>
  );
}

/** JSON in lines; any other body as it is. */
function formatted({ body, text }: Reply): string {
  return body.type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

function endingOf(mediaType: string): string {
  if (mediaType.startsWith('text/csv')) return '.csv';
  return mediaType.startsWith('application/x-ndjson') ? '.ndjson' : '.json';
}
