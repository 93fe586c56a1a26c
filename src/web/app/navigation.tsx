// The current address and how to leave it: links that keep the view, and the browser's history.

import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { View } from '../data/view.js';
import { listen } from '../ui/listen.js';
import { type Address, addressOf, type Params, readAddress, type Target, writeAddress } from './address.js';

interface Navigation extends Address {
  /** The address of a target as a link has it. */
  readonly hrefTo: (target: Target) => string;
  readonly go: (target: Target) => void;
  readonly changeView: (change: Partial<View>, options?: ChangeOptions) => void;
  /** Changes parameters of the page; `undefined` removes one. */
  readonly changeParams: (change: Params, options?: ChangeOptions) => void;
}

interface ChangeOptions {
  /** Replaces the entry of the browser's history: while someone types. */
  readonly replace?: boolean;
}

const NavigationContext = createContext<Navigation | null>(null);

/** The navigation of the page. */
export function useAddress(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('There is no NavigationProvider above.');
  return navigation;
}

interface ProviderProps {
  /** The brand of addresses that name none; empty until it is known. */
  readonly defaultBrand: string;
  readonly children: ComponentChildren;
  /** Shown where no page has the path. */
  readonly missing: ComponentChildren;
}

/** Keeps the address in step with the browser's. */
export function NavigationProvider({ defaultBrand, children, missing }: ProviderProps) {
  const [given, setGiven] = useState(current);
  const address = given && { ...given, view: { ...given.view, brand: given.view.brand || defaultBrand } };
  // What is changed before the next render starts from what was changed before.
  const latest = useRef(address);
  latest.current = address;
  const move = useCallback((next: Address, { replace = false }: ChangeOptions = {}) => {
    latest.current = next;
    const url = writeAddress(next);
    if (replace) history.replaceState(null, '', url);
    else if (url !== location.pathname + location.search) history.pushState(null, '', url);
    setGiven(next);
  }, []);
  useEffect(() => listen(['popstate'], () => setGiven(current())), []);
  // Before anything can be chosen: an effect after the paint would write the address over that of a choice.
  useLayoutEffect(() => {
    // A link to the page as it is shown names the brand, and the page stays at it where another one becomes the first.
    if (address) move(address, { replace: true });
  }, [defaultBrand]);
  if (!address) return <>{missing}</>;
  const { view } = address;
  const edit = (ofView: Partial<View>, ofParams: Params, options?: ChangeOptions) => {
    const from = latest.current ?? address;
    move({ ...from, view: { ...from.view, ...ofView }, params: { ...from.params, ...ofParams } }, options);
  };
  const navigation: Navigation = {
    ...address,
    hrefTo: (target) => writeAddress(addressOf(target, view)),
    go: (target) => {
      move(addressOf(target, view));
      scrollTo(0, 0);
    },
    changeView: (change, options) => edit(change, placeless(change), options),
    changeParams: (change, options) => edit({}, change, options),
  };
  return <NavigationContext.Provider value={navigation}>{children}</NavigationContext.Provider>;
}

/** What a change of the view takes away: the page of a list, and with other dates the days of the window before. */
const placeless = ({ period }: Partial<View>): Params => ({
  page: undefined,
  ...(period ? { day: undefined, until: undefined } : {}),
});

function current(): Address | null {
  return readAddress(location.pathname, location.search);
}

type LinkProps = Omit<JSX.IntrinsicElements['a'], 'href' | 'onClick'> & { readonly to: Target };

/** A link within the dashboard: it keeps the view, and opens in a new tab as any other. */
export function Link({ to, children, ...rest }: LinkProps) {
  const { hrefTo, go } = useAddress();
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={hrefTo(to)} onClick={onClick}>
      {children}
    </a>
  );
}
