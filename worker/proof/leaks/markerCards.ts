import type { Marker } from './scan.ts'

/** Cards that no other test uses, each with its own CVV. */
export const paying: Marker[] = [
  { number: '4929374861208535', code: '738' },
  { number: '372618493057284', code: '8364' },
]
export const declined: Marker[] = [
  { number: '5231890472615388', code: '296' },
  { number: '6011749283056147', code: '571' },
]
export const direct: Marker[] = [
  { number: '4556839201746527', code: '847' },
  { number: '5429017382649073', code: '639' },
]

/** The hosted checkout declines the first and approves the second. */
export const hosted: Marker[] = [
  { number: '4718293650174820', code: '952' },
  { number: '5317840296153741', code: '417' },
]

export const markerCards = [...paying, ...declined, ...direct, ...hosted]
