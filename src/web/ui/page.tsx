// The frame of every page: its heading, a sentence, and a grid of cards.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useScope } from '../app/catalog.js';
import { useAddress } from '../app/navigation.js';
import { comparedOf } from '../data/view.js';
import { dayRange } from './format.js';

interface PageProps {
  readonly title: string;
  /** A sentence that says what the page answers. */
  readonly lead?: ComponentChildren;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Of a longer heading, such as a prompt of 300 characters, a phone would show nothing else. */
const maxLargeTitle = 120;

/** A page. The heading takes the focus when a link led to it, so that screen readers read on from there; not from a control that is used meanwhile. */
export function Page({ title, lead, actions, children }: PageProps) {
  const { text } = useScope();
  const compared = comparedOf(useAddress().view);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${text.split(' · ')[0]} · Sightline`;
  }, [title, text]);
  useEffect(() => {
    const isUsing = document.activeElement?.matches('input, select, textarea, summary, button');
    if (!isFirst && !isUsing) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <>
      <header class="page-head">
        <div>
          <h1 tabIndex={-1} ref={heading} dir="auto" class={title.length > maxLargeTitle ? 'long' : ''}>
            {title}
          </h1>
          {lead && <p class="lead">{lead}</p>}
          <p class="print-only">
            {text}
            {compared && ` · compared with ${dayRange(compared)}`}
            <br />
            {location.href}
          </p>
        </div>
        {actions}
      </header>
      <div class="grid">{children}</div>
    </>
  );
}

/** The first page of a visit leaves the focus where the browser put it. */
let isFirst = true;

/** Stands where a page will be. */
export function SkeletonPage() {
  return (
    <div aria-busy="true">
      <p class="visually-hidden">Loading …</p>
      <div class="page-head">
        <div class="skeleton" />
      </div>
      <div class="grid">
        <div class="card wide skeleton" />
        <div class="card skeleton" />
        <div class="card skeleton" />
      </div>
    </div>
  );
}
