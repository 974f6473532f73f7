import { createToken as createTokenEndpoint } from '#contract/tokens'
import { createToken } from '../domain/tokens/create.ts'
import type { App } from '../http/app.ts'
import { serve } from '../http/serve.ts'

export const tokens = (app: App): void => {
  serve(app, createTokenEndpoint, ({ body }, services) => createToken(body, services))
}
