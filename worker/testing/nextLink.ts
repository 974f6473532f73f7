import type { Answered } from './merchant.ts'

/** Path of the next page, from the Link header of a list. */
export const nextLink = ({ headers }: Pick<Answered, 'headers'>): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
