import { z } from 'zod';
import type { OpenApiSchema } from './values.ts';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

export interface ApiOperation {
  name: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: OpenApiSchema }[];
  body: OpenApiSchema | undefined;
  /** The declared replies by status, with the check of a JSON body; null for other bodies. */
  replies: Map<number, z.ZodType | null>;
}

interface Media {
  content?: Record<string, { schema?: OpenApiSchema }>;
}
interface Described {
  parameters?: ApiOperation['parameters'];
  requestBody?: Media;
  responses: Record<string, Media & { $ref?: string }>;
}

/** Reads the operations of an OpenAPI document, with references resolved. */
export function readOperations(document: { paths?: object }): ApiOperation[] {
  const inline = createInliner(document);
  const checks = new Map<unknown, z.ZodType>();
  const toCheck = (schema: OpenApiSchema | undefined, key: unknown) => {
    if (!schema) return null;
    const known = checks.get(key);
    if (known) return known;
    const check = z.fromJSONSchema(schema as JsonSchema);
    checks.set(key, check);
    return check;
  };
  return Object.entries(
    (document.paths ?? {}) as Record<string, Record<string, Described>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: (inline(described.parameters ?? []) as ApiOperation['parameters']).map((one) => ({
        ...one,
        schema: one.schema ?? {},
      })),
      body: getJsonSchema(inline(described.requestBody ?? {}) as Media),
      replies: new Map(
        Object.entries(described.responses).map(([status, reply]) => [
          Number(status),
          toCheck(getJsonSchema(inline(reply) as Media), reply.$ref ?? reply),
        ]),
      ),
    })),
  );
}

const getJsonSchema = ({ content }: Media) => content?.['application/json']?.schema;

/** Creates a function that replaces every `$ref` by what it refers to. */
function createInliner(document: object) {
  const find = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  const inline = (node: unknown, depth = 0): unknown => {
    if (typeof node !== 'object' || node === null || depth > 40) return node;
    if (Array.isArray(node)) return node.map((item) => inline(item, depth + 1));
    if ('$ref' in node && typeof node.$ref === 'string') return inline(find(node.$ref), depth + 1);
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, inline(value, depth + 1)]),
    );
  };
  return inline;
}
