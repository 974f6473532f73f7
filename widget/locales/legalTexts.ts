/**
 * Built-in legal texts of the hosted checkout, for accounts without their own. They are written in English for the law of the United
 * States; merchants in other countries need their own texts. `{merchant}`, `{contact}` and `{amount}` are replaced. The page displays the
 * prices and dates of a subscription beside them.
 */
export type LegalTexts = {
  /**
   * Authorization of one bank debit on a web page: who may debit, how much, when, and how to revoke it (Nacha Operating Rules 2.3.2 and
   * 2.5.17, entries of class WEB). Has `{merchant}`, `{amount}` and `{contact}`.
   */
  bankDebit: string
  /** Authorization of recurring bank debits (Regulation E, 12 CFR 1005.10). Has `{merchant}` and `{contact}`. */
  bankDebits: string
  /**
   * Terms of a subscription: price, end and cancellation (Restore Online Shoppers’ Confidence Act, 15 U.S.C. 8403). Has `{merchant}` and
   * `{contact}`.
   */
  subscription: string
}

/** A translation of the English texts. `legal/<locale>.json` has a value of this type for each locale except English. */
export type TranslatedLegalTexts = LegalTexts & {
  /** Marks the text as a translation and names the authoritative language. */
  translation: string
  /** Opens the English text. */
  original: string
}
