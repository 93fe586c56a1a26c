// Every tool of the Model Context Protocol with its dearest arguments.

import { toolRows } from '../../../src/server/mcp/tools.js';
import { plainOf } from './rest.js';
import type { Question, Values } from './values.js';

/** Every tool, over each window. */
export function mcpQuestions(): readonly Question[] {
  return toolRows.flatMap(({ name, route, left = [] }) =>
    plainOf(route).map((variant) => {
      const isTaken = (key: string) => !left.includes(key);
      const given = Object.entries(variant.values).filter(([key]) => isTaken(key));
      return toolCall(`${name} ${variant.name}`, name, Object.fromEntries(given));
    }),
  );
}

export function toolCall(name: string, tool: string, given: Values): Question {
  const params = { name: tool, arguments: given };
  return {
    name,
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
