import * as v from 'valibot'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { Refusal } from '#contract/errors/apiError'
import type { Fault } from '#contract/errors/apiError'

/** The input that a route gives to its verb for this JSON body: parsed by the contract, numbers kept exactly. */
export const inputOf = <Schema extends v.GenericSchema>(
  endpoint: { readonly body?: Schema },
  body: object,
): v.InferOutput<Schema> => v.parse(endpoint.body!, parseKeepingNumbers(JSON.stringify(body)))

/** The API errors that a verb throws; a test fails where it throws none, or something else. */
export const errorsOf = async (verb: Promise<unknown>): Promise<readonly Fault[]> => {
  const thrown = await verb.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Refusal)) throw new Error('The verb threw no API error.', { cause: thrown })
  return thrown.faults
}

/** An answer as a client reads it: amounts are numbers. */
export const asJson = <Answer>(answer: Answer): Answer => JSON.parse(JSON.stringify(answer)) as Answer
