// The tables of costs in docs/cost.md are those of the code.

import { readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { maxBytesPerUnit, textUnitBytes } from '../../src/domain/budget.js';
import { type FieldCost, type Price, partPrices } from '../../src/schema/builder/cost.js';
import { schema } from '../../src/schema/index.js';

const text = readFileSync('docs/cost.md', 'utf8');
const rows = [...text.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) =>
  row.split('|').map((cell) => cell.trim().replaceAll('`', '')),
);

const declared = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })))
  .flatMap(({ name, field }) => {
    const cost = field.extensions.cost as FieldCost | undefined; // safe because only fields of this schema write this extension
    return cost ? [{ name, ...cost }] : [];
  });

const isOfChosen = ([, price = '']: readonly string[]) => price.includes('chosen');

/** What is added to a price where filters select prompts. */
function writtenOfChosen({ perChosen, perChosenDay, perChosenComparedDay }: Price): string {
  const parts = [
    perChosen && `${perChosen} × chosen`,
    perChosenDay && `${perChosenDay} × chosen × days`,
    perChosenComparedDay && `${perChosenComparedDay} × chosen × compared days`,
  ];
  return parts.filter(Boolean).join(' + ');
}

/** A price as the tables write it. */
function written({
  base,
  perDay,
  perComparedDay,
  perCompany,
  perModel,
  perPrompt,
  perPromptFiltered,
  ...items
}: Price): string {
  const parts = [
    base && `${base}`,
    perDay && `${perDay} × days`,
    perComparedDay && `${perComparedDay} × compared days`,
    perCompany && `${perCompany} × companies`,
    perModel && `${perModel} × models`,
    perPrompt && `${perPrompt} × prompts`,
    perPromptFiltered && `or ${perPromptFiltered} × prompts`,
    items.perDomain && `${items.perDomain} × domains`,
    items.perUrl && `${items.perUrl} × urls`,
    items.perQuery && `${items.perQuery} × queries`,
  ];
  return parts.filter(Boolean).join(' + ').replace(' + or', ' or');
}

describe('the tables of costs', () => {
  it('have the price of every part', () => {
    const ofParts = rows.filter((row) => !row[0]?.includes('.') && !isOfChosen(row));
    const listed = ofParts.map(([name, price]) => [name, price]);
    const expected = Object.entries(partPrices).map(([name, price]) => [name, written(price)]);
    expect(listed).toEqual(expected);
  });

  it('have every part that costs more where filters select prompts', () => {
    const listed = rows
      .filter(isOfChosen)
      .flatMap(([names = '', price]) => names.split(', ').map((name) => [name, price]));
    const expected = Object.entries(partPrices).map(([name, price]) => [name, writtenOfChosen(price)]);
    expect(listed.sort()).toEqual(expected.filter(([, price]) => price !== '').sort());
  });

  it('have every field that says what it costs', () => {
    const expected = declared
      .filter(({ price, size }) => price !== undefined || size !== undefined)
      .map(({ name, price, size = '' }) => [name, price ? written(price) : '', String(size)]);
    expect(rows.filter(([name = '']) => name.includes('.'))).toEqual(expected);
  });

  it('name every field that parts are read for', () => {
    const [sentence = ''] = /once for each field that it is read for \([^)]*\)/.exec(text) ?? [];
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const reading = declared.filter(({ isRead }) => isRead).map(({ name }) => name.split('.')[1]);
    expect(named.sort()).toEqual([...new Set(reading)].sort());
  });

  it('say how many bytes a unit may have', () => {
    expect(text).toContain(`${textUnitBytes} bytes`);
    expect(text).toContain(`${maxBytesPerUnit} bytes`);
  });
});
