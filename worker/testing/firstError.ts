import type { ApiResponse } from './merchant.ts'

/** Status, and type and field of the first error of a response. */
export const firstError = ({ status, json }: ApiResponse) => [status, json.errors[0].type, json.errors[0].message.field]
