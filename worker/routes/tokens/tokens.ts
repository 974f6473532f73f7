import {
  createToken as createTokenEndpoint,
  listEncryptionKeys as listEncryptionKeysEndpoint,
} from '#contract/tokens/tokens'
import { createToken } from '../../domain/tokens/create.ts'
import { listEncryptionKeys } from '../../domain/tokens/listEncryptionKeys.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const tokens = (app: App): void => {
  serve(app, createTokenEndpoint, ({ body }, services) => createToken(body, services))
  serve(app, listEncryptionKeysEndpoint, (_input, services) => listEncryptionKeys(services))
}
