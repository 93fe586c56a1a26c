// The Pothos plugin of this schema: what fields declare is kept with them, and they are answered by it. It wraps every field, so that none is missed.

import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { charging } from './charge.js';
import { type Rule, reportingTogether } from './faults.js';
import type { FieldDeclaration } from './field-options.js';
import { inTurn } from './turns.js';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      sightline: FieldsPlugin<Types>;
    }

    export interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > extends FieldDeclaration {
      /** Rules of the field's arguments that the validation plugin cannot know. */
      rules?: readonly Rule[];
    }
  }
}

const pluginName = 'sightline';

export default pluginName;

type Resolver = GraphQLFieldResolver<unknown, object, object>;

class FieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { needs, cost, list } = config.pothosOptions;
    return { ...reportingTogether(config), extensions: { ...config.extensions, needs, cost, list } };
  }

  override wrapResolve(resolve: Resolver, config: PothosOutputFieldConfig<Types>): Resolver {
    return inTurn(charging(resolve, config), config);
  }
}

SchemaBuilder.registerPlugin(pluginName, FieldsPlugin);
