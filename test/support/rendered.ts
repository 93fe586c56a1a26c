// What a tree of components renders, without a page.

import { type ComponentChildren, isValidElement, type VNode } from 'preact';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Rendered {
  readonly elements: readonly Element[];
  readonly text: string;
}

/** All elements and the text that a tree renders, its components called. */
export function rendered(node: ComponentChildren): Rendered {
  const elements: Element[] = [];
  let text = '';
  const walk = (child: ComponentChildren): void => {
    if (Array.isArray(child)) child.forEach(walk);
    else if (typeof child === 'string' || typeof child === 'number') text += child;
    else if (isValidElement(child)) visit(child);
  };
  const visit = ({ type, props }: VNode<Record<string, unknown>>): void => {
    if (typeof type === 'function') {
      const component = type as (given: unknown) => ComponentChildren; // safe because none of these components is a class
      walk(component(props));
      return;
    }
    const { children, ...attributes } = props;
    elements.push({ tag: String(type), attributes });
    walk(children as ComponentChildren); // safe because these are what was rendered
  };
  walk(node);
  return { elements, text };
}
