import type { ApiResponse } from './merchant.ts'

/** Path of the next page, from the Link header of a list. */
export const nextLink = ({ headers }: Pick<ApiResponse, 'headers'>): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
