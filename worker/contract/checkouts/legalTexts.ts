/**
 * Built-in legal texts, for accounts without their own. They are in English and written for the law of the United States; merchants in
 * other countries need their own texts. `{merchant}`, `{contact}` and `{amount}` are replaced. The page displays the prices and dates of a
 * subscription beside them, in the shopper's language.
 */
export const legalTexts = {
  /**
   * Authorization of one bank debit on a web page: who may debit, how much, when, and how to revoke it (Nacha Operating Rules 2.3.2 and
   * 2.5.17, entries of class WEB).
   */
  bankDebit:
    'By continuing, you authorize {merchant} to debit {amount} electronically from the bank account named here, today or on the next banking day, and to credit that account where an error has to be corrected. You confirm that you may authorize debits from it. You can revoke this authorization by contacting {contact} until the debit has been sent to your bank. Print or save this page for your records.',
  /** Authorization of recurring bank debits (Regulation E, 12 CFR 1005.10). */
  bankDebits:
    'By continuing, you authorize {merchant} to debit the bank account named here electronically, in the amounts and on the dates stated on this page, and to credit it where an error has to be corrected. You confirm that you may authorize debits from it. The authorization holds until you revoke it by contacting {contact}, at least three banking days before the next payment. Print or save this page for your records.',
  /** Terms of a subscription: price, end and cancellation (Restore Online Shoppers’ Confidence Act, 15 U.S.C. 8403). */
  subscription:
    'By continuing, you agree that {merchant} charges the payment method given here the price stated on this page, on the date of the first payment and then once each period, until all payments are made or you cancel. You can cancel at any time before the next payment by contacting {contact}.',
} as const
