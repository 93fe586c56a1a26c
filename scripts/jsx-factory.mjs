// What elements are made with in the built pages: shorter calls than those of the automatic runtime.

export { Fragment, h } from 'preact';
