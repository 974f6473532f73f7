/**
 * JSON numbers by their source text (TC39 "JSON.parse source text access", in workerd, Node 22+ and current browsers).
 *
 * TypeScript's library does not declare these members yet. Remove this declaration when it does.
 */
export interface RawJson {
  readonly rawJSON: string
}

declare global {
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** Parses JSON and keeps the source text of every number, so that no amount is converted to a double. */
export const parseKeepingNumbers = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context: { readonly source?: string }) =>
    typeof value === 'number' && context.source !== undefined ? JSON.rawJSON(context.source) : value,
  )

/** Creates a JSON number from canonical decimal or integer text. */
export const numberFromText = (text: string): RawJson => JSON.rawJSON(text)
