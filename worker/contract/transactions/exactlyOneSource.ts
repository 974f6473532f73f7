import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/** Whether a member of a source counts as present: null means absent, and cash must be true. */
const isPresent = (value: unknown): boolean => value != null && value !== false

/**
 * An object with exactly one of these members. The metadata tells the printers of the client and of the OpenAPI description, so that types
 * and documentation exclude two sources as well.
 *
 * Errors: payment_method_required, payment_method_ambiguous.
 */
export const exactlyOneSource = <Schema extends v.GenericSchema>(schema: Schema, names: readonly string[]) =>
  v.pipe(
    schema,
    // A raw check, since it must also run if one of the sources is malformed.
    v.rawCheck<v.InferOutput<Schema>>(({ dataset, addIssue }) => {
      const value: unknown = dataset.value
      if (typeof value !== 'object' || value === null) return
      const present = names.filter((name) => isPresent((value as Record<string, unknown>)[name]))
      if (present.length === 0 && dataset.typed) addIssue({ message: fault('payment_method_required') })
      if (present.length > 1) addIssue({ message: fault('payment_method_ambiguous', { given: present }) })
    }),
    v.metadata({ exactlyOneOf: names }),
  )
