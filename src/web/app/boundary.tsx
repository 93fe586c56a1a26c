// Shows a notice in place of a page that cannot be drawn, until the address is another.

import { Component, type ComponentChildren } from 'preact';
import { Notice } from '../ui/notice.js';
import { useAddress } from './navigation.js';

interface BoundaryProps {
  /** What is shown is of this address. */
  readonly address: string;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  /** Of the address that could not be shown. */
  readonly failure: { readonly address: string; readonly message: string } | null;
}

export function PageBoundary({ children }: Pick<BoundaryProps, 'children'>) {
  const { hrefTo, route, params } = useAddress();
  return <Boundary address={hrefTo({ ...route, params })}>{children}</Boundary>;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static override getDerivedStateFromProps({ address }: BoundaryProps, { failure }: BoundaryState): BoundaryState {
    return { failure: failure?.address === address ? failure : null };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ failure: { address: this.props.address, message: String(error) } });
  }

  override render({ children }: BoundaryProps, { failure }: BoundaryState) {
    if (!failure) return children;
    return (
      <Notice title="This page cannot be shown" action={['Reload', () => location.reload()]}>
        An error in the dashboard stopped it: {failure.message}. The other pages, and this one with other filters, can
        still be opened.
      </Notice>
    );
  }
}
