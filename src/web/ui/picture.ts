// A card as a PNG: what the page shows is painted again, box by box and line by line, because the security policy of the page loads no image
// that it could be serialized into. Controls, elements marked `data-export="no"`, and what cannot be seen are left out.

import { saveBlob } from './download.js';

interface PictureTexts {
  /** File name with `.png`. */
  readonly file: string;
  /** The brand, the window and the filters. */
  readonly subtitle: string;
}

const edge = 8;
const footHeight = 30;
/** What nobody can press on paper. */
const controls =
  '.menu, .card-foot, .sort-mark, .visually-hidden, template, [data-export=no]:not(.pager), .pager button';
/** Sharp on paper too; a card that is longer than a canvas may be is drawn smaller. */
const scales = [2, 1, 0.5, 0.25];

/** Saves a card as it is shown, and below it what it is of. */
export async function savePicture(element: HTMLElement, texts: PictureTexts): Promise<void> {
  for (const scale of scales) {
    const canvas = pictureOf(element, texts.subtitle, scale);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) return saveBlob(texts.file, blob);
  }
  throw new Error('The card is longer than a picture can be.');
}

/** The picture on a canvas. */
function pictureOf(element: HTMLElement, subtitle: string, scale: number): HTMLCanvasElement {
  const bounds = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = (bounds.width + 2 * edge) * scale;
  canvas.height = (bounds.height + footHeight + 2 * edge) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  context.scale(scale, scale);
  const page = getComputedStyle(document.body);
  context.fillStyle = getComputedStyle(element).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = page.color;
  context.globalAlpha = 0.7;
  context.font = `12px ${page.fontFamily}`;
  const inset = Number.parseFloat(getComputedStyle(element).paddingLeft);
  context.fillText(`${subtitle} · Sightline`, edge + inset, edge + bounds.height + 14);
  context.globalAlpha = 1;
  context.translate(edge - bounds.left, edge - bounds.top);
  for (const child of element.childNodes) paintNode(context, child);
  return canvas;
}

function paintNode(context: CanvasRenderingContext2D, node: Node): void {
  if (node instanceof Text) paintText(context, node);
  if (node instanceof Element) paintElement(context, node);
}

function paintElement(context: CanvasRenderingContext2D, node: Element): void {
  const style = getComputedStyle(node);
  if (isUnseen(node, style)) return;
  context.save();
  context.globalAlpha *= Number(style.opacity);
  paintBox(context, node.getBoundingClientRect(), style);
  if (style.overflowX !== 'visible') clip(context, node.getBoundingClientRect());
  if (node instanceof HTMLCanvasElement) drawCanvas(context, node);
  else if (node instanceof SVGSVGElement) paintLines(context, node);
  else for (const child of node.childNodes) paintNode(context, child);
  context.restore();
}

function isUnseen(element: Element, style: CSSStyleDeclaration): boolean {
  return style.display === 'none' || style.visibility === 'hidden' || element.matches(controls);
}

function paintBox(context: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): void {
  context.fillStyle = style.backgroundColor;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, Number.parseFloat(style.borderTopLeftRadius) || 0);
  context.fill();
  const bottom = Number.parseFloat(style.borderBottomWidth);
  const top = Number.parseFloat(style.borderTopWidth);
  const left = Number.parseFloat(style.borderLeftWidth);
  if (top > 0 && bottom > 0 && left > 0) {
    context.strokeStyle = style.borderTopColor;
    context.lineWidth = top;
    context.stroke();
  } else if (bottom > 0) {
    context.fillStyle = style.borderBottomColor;
    context.fillRect(box.left, box.bottom - bottom, box.width, bottom);
  }
}

function clip(context: CanvasRenderingContext2D, box: DOMRect): void {
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
}

function drawCanvas(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  const box = canvas.getBoundingClientRect();
  if (canvas.width > 0 && canvas.height > 0) context.drawImage(canvas, box.left, box.top, box.width, box.height);
}

/** The strokes of legends: the only SVG in cards. */
function paintLines(context: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  const box = svg.getBoundingClientRect();
  for (const line of svg.querySelectorAll('line')) {
    const style = getComputedStyle(line);
    context.strokeStyle = style.stroke;
    context.lineWidth = Number.parseFloat(style.strokeWidth);
    const dash = line.getAttribute('stroke-dasharray') ?? '';
    context.setLineDash(dash === '' ? [] : dash.split(' ').map(Number));
    context.beginPath();
    context.moveTo(box.left + line.x1.baseVal.value, box.top + line.y1.baseVal.value);
    context.lineTo(box.left + line.x2.baseVal.value, box.top + line.y2.baseVal.value);
    context.stroke();
  }
}

/** Each line of a text where the page has it. */
function paintText(context: CanvasRenderingContext2D, text: Text): void {
  const parent = text.parentElement;
  if (!parent || text.data.trim() === '') return;
  const style = getComputedStyle(parent);
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textBaseline = 'alphabetic';
  for (const { words, box, direction } of linesOf(text)) {
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(words);
    // Not the end where a line of the other direction begins.
    context.textAlign = 'left';
    context.direction = direction;
    context.fillText(words, box.left, box.top + (box.height - above - below) / 2 + above);
  }
}

interface TextLine {
  words: string;
  /** Of the word farthest to the left. */
  box: DOMRect;
  direction: 'ltr' | 'rtl';
}

function linesOf(text: Text): readonly TextLine[] {
  const range = document.createRange();
  const lines: TextLine[] = [];
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (box.width === 0) continue;
    if (!line || Math.abs(line.box.top - box.top) >= 2) lines.push({ words: word, box, direction: 'ltr' });
    else {
      line.words += ` ${word}`;
      if (box.left < line.box.left) Object.assign(line, { box, direction: 'rtl' });
    }
  }
  return lines;
}
