/** The cards of the account model and their codes, which may be found in no store. Nothing else in this repository uses them. */
export const soakCards = [
  { number: '4916338506082832', code: '837' },
  { number: '5430128746591039', code: '264' },
  { number: '6011384729506172', code: '591' },
] as const

export const cardOf = (which: number) => {
  const { number, code } = soakCards[which % soakCards.length]!
  return { accountNumber: number, expires: '1249', verificationValue: code }
}
