import type { GetAccountAnswer } from '../../client/types.ts'

/** The response about an account that sells in dollars, euros and yen. */
export const multiCurrencyAccountBody = (): Pick<GetAccountAnswer, 'errors'> & { readonly account: object } => ({
  account: { id: 'shop', name: 'Kiln & Tide', defaultCurrency: 840, enabledCurrencies: [978, 392, 840] },
  errors: null,
})
