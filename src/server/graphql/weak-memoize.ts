// Allows compiled documents to be garbage-collected. graphql-jit memoizes data of each compiled field with `lodash.memoize`; with weak keys it is
// released with the field. Must be imported before graphql-jit.

import memoize from 'lodash.memoize';

/** A cache for `lodash.memoize` that holds object keys weakly. */
class WeakCache {
  private readonly byObject = new WeakMap<object, unknown>();
  private readonly byValue = new Map<unknown, unknown>();

  has(key: unknown): boolean {
    return isObject(key) ? this.byObject.has(key) : this.byValue.has(key);
  }

  get(key: unknown): unknown {
    return isObject(key) ? this.byObject.get(key) : this.byValue.get(key);
  }

  set(key: unknown, value: unknown): this {
    if (isObject(key)) this.byObject.set(key, value);
    else this.byValue.set(key, value);
    return this;
  }
}

function isObject(key: unknown): key is object {
  return (typeof key === 'object' && key !== null) || typeof key === 'function';
}

// safe because lodash.memoize calls only these methods, and deletes nothing
memoize.Cache = WeakCache as unknown as typeof memoize.Cache;
