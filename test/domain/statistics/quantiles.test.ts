import { describe, expect, it } from 'vitest';
import { normalQuantile, studentQuantile } from '../../../src/domain/statistics/quantiles.js';

// Of mpmath 1.3.0 with 40 digits: the roots of its regularised incomplete beta function. [level, degrees of freedom, quantile]
const student: readonly (readonly [number, number, number])[] = [
  [1e-9, 1, 1.5707963267948968e-9],
  [1e-9, 2, 1.4142135623730951e-9],
  [1e-9, 3, 1.3603495231756635e-9],
  [1e-9, 14, 1.2758765115073314e-9],
  [1e-9, 99, 1.2564830175518171e-9],
  [1e-9, 49999, 1.2533204040271874e-9],
  [0.01, 1, 0.015709255323664916],
  [0.01, 2, 0.014142842783549566],
  [0.01, 3, 0.013604054691036678],
  [0.01, 14, 0.012759136020252188],
  [0.01, 99, 0.012565164145518816],
  [0.01, 49999, 0.012533532186671454],
  [0.5, 1, 1.0],
  [0.5, 2, 0.816496580927726],
  [0.5, 3, 0.7648923284043453],
  [0.5, 14, 0.6924170695700052],
  [0.5, 99, 0.6769759855461527],
  [0.5, 49999, 0.6744946570245379],
  [0.8, 1, 3.077683537175254],
  [0.8, 2, 1.885618083164127],
  [0.8, 3, 1.6377443536962104],
  [0.8, 14, 1.3450303744546508],
  [0.8, 99, 1.2901614420344854],
  [0.8, 49999, 1.2815684978069513],
  [0.95, 1, 12.706204736174694],
  [0.95, 2, 4.302652729749462],
  [0.95, 3, 3.1824463052837086],
  [0.95, 14, 2.1447866879178035],
  [0.95, 99, 1.9842169515864172],
  [0.95, 49999, 1.9600114320426523],
  [0.99, 1, 63.656741162871526],
  [0.99, 2, 9.92484320091829],
  [0.99, 3, 5.840909309733355],
  [0.99, 14, 2.9768427343708344],
  [0.99, 99, 2.626405457280827],
  [0.99, 49999, 2.5759276400016744],
  [0.999999, 1, 636619.7723487513],
  [0.999999, 2, 999.9992499854659],
  [0.999999, 3, 130.1545895571102],
  [0.999999, 14, 8.218042865758278],
  [0.999999, 99, 5.217164206642668],
  [0.999999, 49999, 4.892248251033275],
  [0.999999999, 14, 14.251380425538137],
  [0.999999999, 1000000, 6.10946874548825],
  [0.9999999999999999, 1, 5734161139222659.0],
  [0.9999999999999999, 2, 94906265.62425154],
  [0.9999999999999999, 3, 270823.8069996586],
  [0.9999999999999999, 14, 46.00920203248148],
  [0.9999999999999999, 99, 9.997064880198531],
  [0.9999999999999999, 49999, 8.29525449925093],
  [0.9999999999999999, 1000000, 8.292505703470363],
];

describe("the quantile of Student's distribution", () => {
  it.each(student)('at level %d with %i degrees of freedom is that of the tables', (level, degrees, expected) => {
    expect(Math.abs(studentQuantile(level, degrees) / expected - 1)).toBeLessThan(1e-14);
  });

  it('with one or two degrees of freedom is its closed form, at any level', () => {
    for (const level of [1e-300, 1e-20, 1e-10, 1e-9, 1e-6, 0.1, 0.499, 0.5, 0.501, 0.9]) {
      expect(Math.abs(studentQuantile(level, 1) / Math.tan((Math.PI * level) / 2) - 1)).toBeLessThan(1e-14);
      const second = level * Math.sqrt(2 / (1 - level * level));
      expect(Math.abs(studentQuantile(level, 2) / second - 1)).toBeLessThan(1e-14);
    }
  });

  it('is exactly 1 for half of one degree of freedom', () => {
    expect(studentQuantile(0.5, 1)).toBe(1);
  });

  it('grows with the level and falls with the degrees of freedom, towards the normal one', () => {
    const levels = Array.from({ length: 999 }, (_, at) => (at + 1) / 1_000);
    for (const degrees of [1, 2, 3, 7, 49, 1_000, 1_000_000]) {
      const quantiles = levels.map((level) => studentQuantile(level, degrees));
      for (const [at, level] of levels.entries()) {
        expect(quantiles[at]).toBeGreaterThan(quantiles[at - 1] ?? 0);
        expect(quantiles[at]).toBeGreaterThan(studentQuantile(level, 2 * degrees));
        expect(quantiles[at]).toBeGreaterThan(normalQuantile(level));
      }
    }
  });
});

describe('the quantile of the normal distribution', () => {
  it.each([
    [1e-9, 1.2533141373155002e-9],
    [0.5, 0.6744897501960817],
    [0.95, 1.959963984540054],
    [0.99, 2.5758293035489004],
    [0.999999, 4.891638475692932],
    [1 - 2 ** -53, 8.292361075813595],
  ])('at level %d is that of the tables', (level, expected) => {
    expect(Math.abs(normalQuantile(level) / expected - 1)).toBeLessThan(1e-14);
  });
});
