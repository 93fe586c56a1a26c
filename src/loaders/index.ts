// A fresh set of loaders for each request.

export type Loaders = Record<string, never>;
