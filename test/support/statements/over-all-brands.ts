// The statements that are over all brands by nature, by what they read.

export const overAllBrands: readonly (readonly [string, RegExp])[] = [
  [
    'the companies of a whole export',
    /^copy \(select json_build_object\('type', 'competitor'.* from company where true /s,
  ],
  ['its annotations', /^copy \(select json_build_object\('type', 'annotation'.* from annotation where true /s],
  ['the number of its runs', /^select count\(\*\)::float8 as runs from run where true$/],
  [
    'the models of the runs of a window',
    /'type', 'model'.* from model where id in \(select model from run where true and/s,
  ],
  ['the number of the runs of a window', /^select count\(\*\)::float8 as runs from run where true and run\.created_at/],
];

/** What one database is asked at once, and a cluster node by node. */
export const overAllBrandsAtOnce: typeof overAllBrands = [
  [
    'brands to roll',
    /^\s*select id from brand where id in \(select brand_id as id from mark where true group by brand_id\s*\)/,
  ],
  ['what waits to be rolled', /^select count\(distinct \(brand_id, quarter\)\).* from mark$/s],
  ['the oldest mark', /^select min\(made_at\) as oldest from mark$/],
];

/** What sends rows or tables to the shards that they belong to. */
export const placing: typeof overAllBrands = [
  [
    'the rows of a batch, of all its brands',
    /^copy \w+ \([^)]*\bbrand_id\) from stdin|^copy \w+ \(brand_id,[^)]*\) from stdin/,
  ],
  ['the distribution of a table', /^select create_(distributed|reference)_table\('\w+'/],
];
