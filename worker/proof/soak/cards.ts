/** The cards of the account model and their security codes. No other test uses them, so the leak scan can search for them. */
export const soakCards = [
  { number: '4916338506082832', code: '837' },
  { number: '5430128746591039', code: '264' },
  { number: '6011384729506172', code: '591' },
] as const

export const soakCard = (which: number) => {
  const { number, code } = soakCards[which % soakCards.length]!
  return { accountNumber: number, expires: '1244', verificationValue: code }
}
