// The colours of series on the screen: whatever the theme, and whoever looks, those of one dash are told apart, and all are seen.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../src/web/charts/identity.js';

type Triple = readonly [number, number, number];

const styles = ['tokens', 'charts'].map((name) => readFileSync(`src/web/styles/${name}.css`, 'utf8')).join('\n');
/** How people without one kind of cones see, at its strongest (Machado, Oliveira and Fernandes, 2009), over linear sRGB. */
const sights: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** In OKLab, where 0.02 is just seen beside each other. */
const minDistance = 0.12;
const companies = 12;

function colourOf(name: string, theme: 'light' | 'dark'): Triple {
  const [, hex = ''] = new RegExp(`${name}: .*?--${theme}, #([0-9a-f]{6})`).exec(styles) ?? [];
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map(linear);
  return [r, g, b];
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const times = (rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(rows[0]), row(rows[1]), row(rows[2])];
};

function oklab(rgb: Triple): Triple {
  const shown = rgb.map((share) => Math.min(1, Math.max(0, share))) as unknown as Triple; // safe because it is as long
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    shown,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt) as unknown as Triple, // safe because it is as long
  );
}

const brightness = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const series = [
    { name: 'the brand', ...identityOf(0, true) },
    ...Array.from({ length: companies }, (_, index) => ({ name: `company ${index + 1}`, ...identityOf(index) })),
  ];

  it.each(Object.entries(sights))('twelve companies and the brand are told apart: %s', (_, sight) => {
    const seen = series.map((each) => ({ ...each, at: oklab(times(sight, colourOf(each.colour, theme))) }));
    for (const one of seen)
      for (const other of seen) {
        if (one === other || one.dash.join() !== other.dash.join()) continue;
        expect(
          Math.hypot(...one.at.map((each, axis) => each - (other.at[axis] ?? 0))),
          `${one.name}, ${other.name}`,
        ).toBeGreaterThan(minDistance);
      }
  });

  it('all are seen on the surface', () => {
    const surface = brightness(colourOf('--surface', theme));
    for (const { name, colour } of series) {
      const [low = 0, high = 0] = [brightness(colourOf(colour, theme)), surface].sort((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05), name).toBeGreaterThan(3);
    }
  });
});
