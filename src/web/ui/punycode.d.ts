// The package has no types of its own.
declare module 'punycode/punycode.js' {
  const punycode: { readonly toUnicode: (domain: string) => string };
  export default punycode;
}
