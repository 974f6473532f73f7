import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'
import { errors } from './errorTypes.ts'
import type { ErrorType } from './errorTypes.ts'

/** Id of a request: 32 lower-case hexadecimal digits, equal to the header X-Request-Id. */
export const requestId = () => v.pipe(v.string(), v.minLength(1), v.maxLength(100))

/** An error item. `message` is "value of any type" in the interface; here it is always an object with these five members. */
export const errorItem = () =>
  v.object({
    type: v.picklist(Object.keys(errors) as [ErrorType, ...ErrorType[]]),
    message: v.object({
      text: v.string(),
      field: v.nullable(v.string()),
      code: v.string(),
      docs: v.string(),
      details: v.nullable(v.record(v.string(), v.unknown())),
    }),
  })
export type ErrorItem = v.InferOutput<ReturnType<typeof errorItem>>

/** The standard response envelope. */
export const envelope = <Members extends v.ObjectEntries>(members: Members) =>
  v.object({ requestId: requestId(), ...members, errors: v.nullable(v.array(errorItem())) })

/** Problem details of RFC 9457. `requestId` is an extension member. */
export const problem = () =>
  v.object({
    type: v.string(),
    title: v.string(),
    status: responseInteger(),
    detail: v.string(),
    instance: v.string(),
    requestId: requestId(),
  })
