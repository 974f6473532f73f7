/** JSON Schema as plain data, which OpenAPI 3.1 uses unchanged. */
export type Json = { readonly [name: string]: unknown }
