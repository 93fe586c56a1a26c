// A menu of controls below a button, closed when something else is clicked or takes the focus, and with Escape.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { listen } from '../ui/listen.js';

interface MenuProps {
  readonly id: string;
  readonly text: ComponentChildren;
  readonly title?: string;
  /** Whether something is chosen in it. */
  readonly isActive: boolean;
  readonly onOpen?: () => void;
  /** A click in it is a choice. */
  readonly isClosedByChoice?: boolean;
  readonly children: ComponentChildren;
}

export function Menu({ id, text, title, isActive, onOpen, isClosedByChoice = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu, isClosedByChoice), []);
  return (
    <details class="menu" ref={menu} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary
        id={id}
        class={isActive ? 'active' : undefined}
        title={title}
        aria-label={title === text ? undefined : title}
      >
        {text}
      </summary>
      {children}
    </details>
  );
}

function closeOnLeave(menu: { readonly current: HTMLDetailsElement | null }, isClosedByChoice: boolean): () => void {
  return listen(['click', 'focusin', 'keydown'], (event) => {
    const element = menu.current;
    if (!element?.open) return;
    const isKey = event instanceof KeyboardEvent;
    const isEscape = isKey && event.key === 'Escape';
    const isDone = !isKey && !isKept(element, event, isClosedByChoice && event.type === 'click');
    if (!isEscape && !isDone) return;
    element.open = false;
    if (isEscape) element.querySelector('summary')?.focus();
  });
}

/** Whether a click or the focus leaves a menu open; what was clicked may be gone by now. */
const isKept = (menu: HTMLElement, event: Event, isClosedByChoice: boolean): boolean =>
  event.composedPath().includes(menu) &&
  !(isClosedByChoice && event.target instanceof Element && event.target.closest('button'));
