import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { address, dateTime, emailOrEmpty, metadata, nullable, readOnly, text } from '../schema/fields.ts'
import { decimal, int64OrText } from '../schema/numbers.ts'
import { numberFromText } from '../schema/rawJson.ts'
import { object } from '../schema/objects.ts'

/**
 * Figures of an order: any sign, up to four decimals, not validated against each other. The output keeps their source text, so that an
 * order is stored and returned exactly.
 */
const figure = () => v.pipe(decimal({ places: 4 }), v.transform(numberFromText))
const lineText = () => v.optional(text(0, 100))

export const line = () =>
  object({
    productCode: lineText(),
    description: lineText(),
    commodityCode: lineText(),
    unitOfMeasure: lineText(),
    taxType: lineText(),
    alternateTaxId: lineText(),
    unitCost: v.optional(figure()),
    quantity: v.optional(figure()),
    total: v.optional(figure()),
    tax: v.optional(figure()),
    taxRate: v.optional(figure()),
    discount: v.optional(figure()),
    discountRate: v.optional(figure()),
  })

/** Order object of authorize and credit. It is stored and returned, and has no effect on the charged amount. */
export const order = () =>
  object({
    id: readOnly(),
    customerId: readOnly(),
    customerPublicIdentifier: nullable(text(0, 255)),
    referenceObject: nullable(text(0, 255)),
    referenceObjectId: nullable(int64OrText(255)),
    billTo: v.optional(address()),
    shipTo: v.optional(address()),
    discount: nullable(figure()),
    surcharge: nullable(figure()),
    shipping: nullable(figure()),
    tip: nullable(figure()),
    tax: nullable(figure()),
    total: nullable(figure()),
    email: nullable(emailOrEmpty()),
    date: v.optional(dateTime()),
    lines: nullable(v.pipe(v.array(line()), v.maxLength(500, fault('length_invalid', { max: 500 })))),
    metadata: nullable(metadata()),
  })

export type Order = v.InferOutput<ReturnType<typeof order>>
