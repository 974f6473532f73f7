import { getAccount, getQuotas as quotas, updateAccount } from '#contract/accounts/accounts'
import { changeSettings, getSettings } from '../../domain/accounts/settings.ts'
import { getQuotas } from '../../domain/accounts/quotas.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const account = (app: App): void => {
  serve(app, getAccount, (_input, services) => getSettings(services))
  serve(app, quotas, (_input, services) => getQuotas(services))
  serve(app, updateAccount, ({ body }, services) => changeSettings(body, services))
}
