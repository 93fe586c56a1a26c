// Keys with certificates that nobody vouches for, made by `openssl`.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** A key and its certificate for `IP:…` or `DNS:…`, also in `key.pem` and `cert.pem` of a folder. */
export function makeCertificate(folder: string, name: string): Certificate {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name.slice(name.indexOf(':') + 1)}`, '-addext', `subjectAltName=${name}`];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
