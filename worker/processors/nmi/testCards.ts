/** The test cards of NMI's documentation. A sandbox approves them, a live account declines them. */
export const testCards: readonly string[] = [
  '4111111111111111',
  '5499740000000057',
  '5431111111111111',
  '6011000991300009',
  '6011601160116611',
  '341111111111111',
  '30205252489926',
  '3541963594572595',
  '6799990100000000019',
]

/** The one that a check of a connection sends. */
export const checkedCard = '4111111111111111'
