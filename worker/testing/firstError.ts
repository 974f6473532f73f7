import type { Answered } from './merchant.ts'

/** Status, and type and field of the first error of a response. */
export const firstError = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]
