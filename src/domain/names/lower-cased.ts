// Texts as searches compare them. Pure.

/** By Unicode's default rules, a final sigma as any other: its lower case depends on what follows it, so a part of a text would not be found in it. */
export function lowerCased(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
