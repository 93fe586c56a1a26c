// Downloads created in the page, without a request.

import type { Theme } from './theme.js';

export interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly title: string;
  readonly subtitle: string;
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
}

const edge = 24;

/** Saves a text as a file, with a byte order mark so that spreadsheets recognize UTF-8. */
export function saveText(name: string, text: string): void {
  save(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}

/** Saves a chart as a PNG with its title, subtitle and legend. */
export async function savePicture(name: string, picture: Picture, theme: Theme): Promise<void> {
  const canvas = compose(picture, theme);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) save(name, blob);
}

function compose({ canvas: chart, title, subtitle, legend }: Picture, theme: Theme): HTMLCanvasElement {
  const scale = devicePixelRatio;
  const head = 74 + (legend.length > 0 ? 24 : 0);
  const canvas = document.createElement('canvas');
  canvas.width = chart.width + 2 * edge * scale;
  canvas.height = chart.height + (head + edge) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, edge * scale, head * scale);
  context.scale(scale, scale);
  context.fillStyle = theme.text;
  context.font = `600 17px ${theme.font}`;
  context.fillText(title, edge, edge + 14);
  context.fillStyle = theme.muted;
  context.font = `13px ${theme.font}`;
  context.fillText(subtitle, edge, edge + 36);
  drawLegend(context, legend, theme);
  return canvas;
}

function drawLegend(context: CanvasRenderingContext2D, legend: Picture['legend'], theme: Theme): void {
  let left = edge;
  for (const { label, colour } of legend) {
    context.fillStyle = colour;
    context.fillRect(left, edge + 51, 12, 12);
    context.fillStyle = theme.muted;
    context.fillText(label, left + 18, edge + 61);
    left += context.measureText(label).width + 38;
  }
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
