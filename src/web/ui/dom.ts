// Creates elements from data. Nothing here parses HTML, so an answer of a model cannot become markup.

export type Child = Node | string | null | undefined | false;

export interface Properties {
  readonly class?: string | undefined;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  readonly [attribute: string]: unknown;
}

/** Creates an element with attributes, listeners and children. An attribute that is `true` is empty; `false` and `null` omit it. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  const { on = {}, ...attributes } = properties;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [type, listener] of Object.entries(on)) element.addEventListener(type, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A link to an external page, without a referrer; plain text if it is not an http or https URL. */
export function link(url: string, text: string): HTMLElement {
  if (!/^https?:\/\//i.test(url)) return h('span', {}, text);
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: url }, text);
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element ${id}.`);
  return element;
}

/** Announces a change to screen readers. */
export function announce(message: string): void {
  byId('status').textContent = message;
}
