import * as v from 'valibot'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'

/** The input that a route passes to a domain function for this JSON body: parsed by the contract, with exact numbers. */
export const parseInput = <Schema extends v.GenericSchema>(
  endpoint: { readonly body?: Schema },
  body: object,
): v.InferOutput<Schema> => v.parse(endpoint.body!, parseKeepingNumbers(JSON.stringify(body)))

/** The API errors that a domain function throws. @throws Error if it throws nothing or anything else */
export const thrownErrors = async (result: Promise<unknown>): Promise<readonly ErrorDetail[]> => {
  const thrown = await result.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof ApiError)) throw new Error('The function threw no API error.', { cause: thrown })
  return thrown.items
}

/** A result as its JSON: amounts become numbers. */
export const asJson = <Result>(result: Result): Result => JSON.parse(JSON.stringify(result)) as Result
