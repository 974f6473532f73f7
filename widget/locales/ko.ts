import type { Texts } from './texts.ts'

export const ko: Texts = {
  direction: 'ltr',
  frameTitle: '카드 정보',
  missing: '카드 정보를 모두 입력해 주세요',
  labels: { number: '카드 번호', expiry: '유효기간', code: 'CVC', name: '카드에 적힌 이름', postalCode: '우편번호' },
  optional: '(선택)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: 카드 뒷면의 숫자 3자리', codeFront: '{name}: 카드 앞면의 숫자 4자리' },
  choice: { label: '결제 네트워크', announcement: '이 카드는 두 네트워크를 지원합니다. 하나를 고를 수 있습니다.' },
  errors: {
    number: {
      missing: '카드 번호를 입력해 주세요',
      incomplete: '카드 번호를 모두 입력해 주세요',
      wrong: '카드 번호를 확인해 주세요',
    },
    expiry: {
      missing: '유효기간을 입력해 주세요',
      incomplete: '월과 연도를 입력해 주세요',
      wrong: '유효기간을 확인해 주세요',
      past: '유효기간이 지난 카드입니다',
    },
    code: { missing: 'CVC를 입력해 주세요', incomplete: 'CVC를 모두 입력해 주세요', wrong: 'CVC를 확인해 주세요' },
    name: { missing: '카드에 적힌 이름을 입력해 주세요', wrong: '카드에 적힌 이름을 확인해 주세요' },
    postalCode: { wrong: '우편번호를 확인해 주세요' },
  },
  processing: '처리 중',
  failures: {
    card_invalid: '카드 정보를 확인해 주세요.',
    declined: '카드가 거절됐습니다. 다른 카드를 써 주세요.',
    network: '연결되지 않았습니다. 다시 시도해 주세요.',
    rate_limited: '시도가 너무 많습니다. 1분만 기다려 주세요.',
    refused: '이 양식은 아직 카드를 받을 수 없습니다.',
    unavailable: '처리하지 못했습니다. 다시 시도해 주세요.',
  },
}
