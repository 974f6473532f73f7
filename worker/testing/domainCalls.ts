import * as v from 'valibot'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { Refusal } from '#contract/errors/apiError'
import type { Fault } from '#contract/errors/apiError'

/** The input that a route passes to a domain function for this JSON body: parsed by the contract, with exact numbers. */
export const inputOf = <Schema extends v.GenericSchema>(
  endpoint: { readonly body?: Schema },
  body: object,
): v.InferOutput<Schema> => v.parse(endpoint.body!, parseKeepingNumbers(JSON.stringify(body)))

/** The API errors that a domain function throws. @throws Error if it throws nothing or anything else */
export const errorsOf = async (result: Promise<unknown>): Promise<readonly Fault[]> => {
  const thrown = await result.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Refusal)) throw new Error('The function threw no API error.', { cause: thrown })
  return thrown.faults
}

/** A result as its JSON: amounts become numbers. */
export const asJson = <Result>(result: Result): Result => JSON.parse(JSON.stringify(result)) as Result
