// Writes selections as documents: one leaf plainly, or a whole selection in any of the ways in which GraphQL lets it be written.

import { type GraphQLInterfaceType, isObjectType } from 'graphql';
import { schema } from '../../../src/schema/index.js';
import type { Choices } from '../fuzz/choices.js';
import type { Leaf, Selected, Selection } from './selections.js';

/** The document that asks for one leaf alone. */
export function leafDocument(leaf: Leaf): string {
  return leaf.reduceRight((below, field) => `{ ${headOf(field)} ${below} }`, '');
}

/** What documents of whole selections are sent with. */
export const variables = { yes: true };

const declarations = ['$yes: Boolean!', '$no: Boolean = false'];

/** A document of a whole selection. */
export function documentOf(selection: Selection, choices: Choices): string {
  const writer = new Writer(choices);
  const text = [writer.block(selection), ...writer.fragments].join('\n');
  const used = declarations.filter((each) => text.includes(`${each.split(':')[0]})`));
  return `query ${used.length > 0 ? `(${used.join(', ')}) ` : ''}${text}`;
}

function headOf({ key, name, args }: Selected): string {
  return `${key === name ? '' : `${key}: `}${name}${args}`;
}

const included = ['', '', '', '', ' @include(if: true)', ' @include(if: $yes)', ' @skip(if: $no)'];
const skipped = [' @skip(if: true)', ' @skip(if: $yes)', ' @include(if: $no)'];

class Writer {
  readonly fragments: string[] = [];
  private readonly named = new Map<Selection, string>();

  constructor(private readonly choices: Choices) {}

  block(selection: Selection): string {
    const known = this.named.get(selection);
    if (known) return `{ ...${known} }`;
    const written = selection.fields.map((field) => this.inAnyForm(field, selection)).join(' ');
    if (!this.choices.rarely(5) || selection.type === schema.getQueryType()) return `{ ${written} }`;
    const name = this.fragment(selection.type.name, written);
    this.named.set(selection, name);
    return `{ ...${name} }`;
  }

  private fragment(type: string, written: string): string {
    const name = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type} { ${written} }`);
    return name;
  }

  /** The field by itself, in a fragment of its type, of one of its interfaces or of none, or several times. */
  private inAnyForm(field: Selected, { type }: Selection): string {
    const form = this.choices.below(9);
    if (form === 8 && field.below && field.below.fields.length > 1) return this.inTwo(field, field.below);
    const condition = this.choices.of([type, ...type.getInterfaces().filter(declares(field))]).name;
    const written = this.field(field);
    if (form === 5) return `... { ${written} }`;
    if (form === 6) return `... on ${condition}${this.choices.of(included)} { ${written} }`;
    if (form < 7) return written;
    const spread = `...${this.fragment(condition, written)}`;
    return form === 7 ? spread : `${spread} ${spread}`;
  }

  private field(field: Selected): string {
    const directive = this.choices.of(field.isSkipped ? skipped : included);
    return `${headOf(field)}${directive} ${field.below ? this.block(field.below) : ''}`;
  }

  /** The field twice, each time with a part of what is selected of it. */
  private inTwo(field: Selected, { type, fields }: Selection): string {
    const parts = [fields.slice(1), fields.slice(0, 1)];
    return parts.map((some) => this.field({ ...field, below: { type, fields: some } })).join(' ');
  }
}

function declares({ name, args, below }: Selected): (type: GraphQLInterfaceType) => boolean {
  return (type) => {
    const declared = type.getFields()[name];
    return declared !== undefined && args === '' && (below === null || isObjectType(below.type));
  };
}
