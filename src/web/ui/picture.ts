// A card as a PNG: what the page shows is painted again, box by box and line by line, because the security policy of the page loads no image
// that it could be serialized into. Controls, elements marked `data-export="no"`, and what cannot be seen are left out.

import { saveBlob } from './download.js';

const edge = 8;
const footHeight = 30;
/** What nobody can press on paper. */
const controls =
  '.menu, .card-foot, .sort-mark, .visually-hidden, template, [data-export=no]:not(.pager), .pager button';
/** Sharp on paper too; a card that is longer than a canvas may be is drawn smaller. */
const scales = [2, 1, 0.5, 0.25];

/** Saves a card as it is shown, and below it the subtitle: what it is of. */
export async function savePicture(element: HTMLElement, file: string, subtitle: string): Promise<void> {
  for (const scale of scales) {
    const canvas = pictureOf(element, subtitle, scale);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) return saveBlob(file, blob);
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
  context.fillText(`${subtitle} · Sightline`, edge + inset, edge + bounds.height + 14, bounds.width - 2 * inset);
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
  if (style.display === 'none' || style.visibility === 'hidden' || node.matches(controls)) return;
  context.save();
  context.globalAlpha *= Number(style.opacity);
  for (const box of node.getClientRects()) paintBox(context, box, style);
  if (node instanceof HTMLLIElement && style.listStyleType !== 'none') paintMarker(context, node, style);
  if (node instanceof HTMLTableCellElement) paintLabel(context, node, getComputedStyle(node, '::before'));
  if (style.overflowX !== 'visible') clip(context, node.getBoundingClientRect());
  if (node instanceof HTMLCanvasElement) {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (node.width > 0 && node.height > 0) context.drawImage(node, left, top, width, height);
  } else if (node instanceof SVGSVGElement) paintLines(context, node);
  else for (const child of node.childNodes) paintNode(context, child);
  context.restore();
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
  setFont(context, getComputedStyle(parent));
  for (const line of linesOf(text)) paintLine(context, line);
}

/** The number or the point of an entry, which the browser sets beside it. */
function paintMarker(context: CanvasRenderingContext2D, item: HTMLLIElement, style: CSSStyleDeclaration): void {
  const list = item.parentElement;
  const placeIn = ({ start, children }: HTMLOListElement) => item.value || start + [...children].indexOf(item);
  const words = list instanceof HTMLOListElement ? `${placeIn(list)}. ` : '• ';
  setFont(context, style);
  const { left, top } = item.getBoundingClientRect();
  const [above = 0, height = 0] = [style.paddingTop, style.lineHeight].map(Number.parseFloat);
  paintLine(context, { words, left: left - context.measureText(words).width, top: top + above, height });
}

/** What a figure is, which the style sheet sets beside it on narrow screens: in lines where there is no room. */
function paintLabel(context: CanvasRenderingContext2D, cell: HTMLElement, style: CSSStyleDeclaration): void {
  if (style.content === 'none') return;
  setFont(context, style);
  const { left, top } = cell.getBoundingClientRect();
  const [room = 0, height = 0] = [style.width, style.lineHeight].map(Number.parseFloat);
  const lines: string[] = [];
  for (const word of cell.dataset.label?.split(' ') ?? []) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (context.measureText(longer).width > room + 1) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  for (const [at, words] of lines.entries()) paintLine(context, { words, left, top: top + at * height, height });
}

function setFont(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
}

interface TextLine extends Pick<DOMRect, 'top' | 'height'> {
  words: string;
  /** Of the word farthest to the left. */
  left: number;
  direction?: 'rtl';
}

function paintLine(context: CanvasRenderingContext2D, { words, left, top, height, direction }: TextLine): void {
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(words);
  context.textBaseline = 'alphabetic';
  // Not the end where a line of the other direction begins.
  context.textAlign = 'left';
  context.direction = direction ?? 'ltr';
  context.fillText(words, left, top + (height - above - below) / 2 + above);
}

function linesOf(text: Text): readonly TextLine[] {
  const range = document.createRange();
  const lines: TextLine[] = [];
  const select = (start: number, length: number) => {
    range.setStart(text, start);
    range.setEnd(text, start + length);
    return range;
  };
  for (const { 0: word, index: start } of text.data.matchAll(/\S+/g)) {
    // A text without blanks, or a long address, has several lines.
    const isWrapped = select(start, word.length).getClientRects().length > 1;
    for (const { segment, index } of isWrapped ? new Intl.Segmenter().segment(word) : [{ segment: word, index: 0 }]) {
      const { left, top, width, height } = select(start + index, segment.length).getBoundingClientRect();
      const line = lines.at(-1);
      if (width === 0) continue;
      if (!line || Math.abs(line.top - top) >= 2) lines.push({ words: segment, left, top, height });
      else {
        line.words += index === 0 ? ` ${segment}` : segment;
        if (left < line.left) Object.assign(line, { left, direction: 'rtl' });
      }
    }
  }
  return lines;
}
