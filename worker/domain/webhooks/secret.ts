import { randomBytes, toBase64 } from '#contract/encoding/bytes'
import type { Random } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { secretPrefix } from '#contract/webhooks/webhookSignature'

const SECRET_BYTES = 32

/** The secret of one endpoint. Endpoints share no secret, since each could sign for the other. */
export const mintWebhookSecret = (random: Random = randomBytes): Secret =>
  new Secret(secretPrefix + toBase64(random(SECRET_BYTES)))
