// Saves a card as a picture.

import { saveBlob } from './download.js';
import { token } from './theme.js';

export interface PictureParts {
  readonly file: string;
  readonly title: string;
  readonly subtitle: string;
}

/** Saves the chart of a card as a PNG with its title and what it is of. */
export async function savePicture(card: HTMLElement, { file, title, subtitle }: PictureParts): Promise<void> {
  const chart = card.querySelector('canvas');
  const [edge, head, scale] = [24, 74, devicePixelRatio];
  const canvas = document.createElement('canvas');
  canvas.width = (chart?.width ?? 640 * scale) + 2 * edge * scale;
  canvas.height = (chart?.height ?? 0) + (head + edge) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  context.fillStyle = token('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (chart) context.drawImage(chart, edge * scale, head * scale);
  context.scale(scale, scale);
  const font = getComputedStyle(document.body).fontFamily;
  context.fillStyle = token('text');
  context.font = `600 17px ${font}`;
  context.fillText(title, edge, edge + 14);
  context.fillStyle = token('muted');
  context.font = `13px ${font}`;
  context.fillText(subtitle, edge, edge + 36);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveBlob(file, blob);
}
