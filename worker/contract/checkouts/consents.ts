import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { patterned, text } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { isHttpsOrLocalUrl } from '../schema/urls.ts'

/** A part of a consent's text: a link, or plain text if `url` is null. */
export interface ConsentPart {
  readonly text: string
  readonly url: string | null
}

/** `[label](address)`. Neither contains brackets or parentheses: an address has %28 and %29 for them. */
const link = /\[([^[\]]+)\]\(([^()[\]]+)\)/

/**
 * The parts of a consent's text, in which a link is `[label](address)`. Nothing else is markup, and brackets have no other use, so that
 * a mistyped link is an error and not text.
 *
 * @returns null if the text is blank or a bracket or an address is wrong
 */
export const parseConsent = (source: string): readonly ConsentPart[] | null => {
  // Plain text, label, address, plain text and so on.
  const pieces = source.split(link)
  const parts: ConsentPart[] = []
  for (let index = 0; index < pieces.length; index += 3) {
    const [plain = '', label, address] = pieces.slice(index, index + 3)
    if (/[[\]]/.test(plain)) return null
    if (plain !== '') parts.push({ text: plain, url: null })
    if (label === undefined || address === undefined) continue
    if (label.trim() === '' || !isHttpsOrLocalUrl(address)) return null
    parts.push({ text: label, url: new URL(address).href })
  }
  return source.trim() === '' ? null : parts
}

const consent = () =>
  object({
    name: patterned(/^[A-Za-z][0-9A-Za-z_-]*$/, 1, 40),
    text: v.pipe(
      text(1, 500),
      v.check(
        (source) => parseConsent(source) !== null,
        fault('format_invalid', { format: 'text with links as [label](https://…)' }),
      ),
    ),
    required: v.optional(v.boolean(), false),
  })

export const maxConsents = 5

/** Boxes that the shopper checks to agree to something. Their names differ. */
export const consents = () =>
  v.pipe(
    v.array(consent()),
    v.maxLength(maxConsents),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const list = dataset.value
      for (const [index, { name }] of list.entries())
        if (list.findIndex((other) => other.name === name) < index)
          addIssue({
            message: fault('format_invalid', { format: 'name that no other consent has' }),
            path: [
              { type: 'array', origin: 'value', input: list, key: index, value: list[index] },
              { type: 'object', origin: 'value', input: { ...list[index] }, key: 'name', value: name },
            ],
          })
    }),
  )
export type Consents = v.InferOutput<ReturnType<typeof consents>>
