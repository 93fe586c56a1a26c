// A menu of controls below a button, closed when something else is clicked, and with Escape.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface MenuProps {
  readonly id: string;
  readonly text: ComponentChildren;
  readonly title?: string;
  /** Whether something is chosen in it. */
  readonly isActive: boolean;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

export function Menu({ id, text, title, isActive, onOpen, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeOnLeave(menu), []);
  return (
    <details class="menu" ref={menu} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary id={id} class={isActive ? 'active' : undefined} title={title}>
        {text}
      </summary>
      {children}
    </details>
  );
}

function closeOnLeave(menu: { readonly current: HTMLDetailsElement | null }): () => void {
  const close = (event: Event) => {
    const element = menu.current;
    if (!element?.open) return;
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
    const isOutside =
      !(event instanceof KeyboardEvent) && event.target instanceof Node && !element.contains(event.target);
    if (!isEscape && !isOutside) return;
    element.open = false;
    if (isEscape) element.querySelector('summary')?.focus();
  };
  document.addEventListener('click', close);
  document.addEventListener('keydown', close);
  return () => {
    document.removeEventListener('click', close);
    document.removeEventListener('keydown', close);
  };
}
