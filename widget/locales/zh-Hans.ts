import type { Texts } from './texts.ts'

export const zhHans: Texts = {
  direction: 'ltr',
  frameTitle: '银行卡信息',
  missing: '请填写完整的银行卡信息',
  labels: { number: '卡号', expiry: '有效期', code: 'CVV', name: '持卡人姓名', postalCode: '邮政编码' },
  optional: '（选填）',
  expiryHint: '月 / 年',
  help: { codeBack: '{name}：卡背面的 3 位数字', codeFront: '{name}：卡正面的 4 位数字' },
  choice: { label: '支付网络', announcement: '此卡支持两个支付网络，您可以选择其中一个。' },
  errors: {
    number: { missing: '请输入卡号', incomplete: '请输入完整的卡号', wrong: '请检查卡号' },
    expiry: { missing: '请输入有效期', incomplete: '请输入月份和年份', wrong: '请检查有效期', past: '此卡已过期' },
    code: { missing: '请输入 CVV', incomplete: '请输入完整的 CVV', wrong: '请检查 CVV' },
    name: { missing: '请输入持卡人姓名', wrong: '请检查持卡人姓名' },
    postalCode: { wrong: '请检查邮政编码' },
  },
  processing: '正在处理',
  failures: {
    card_invalid: '请检查银行卡信息。',
    declined: '银行卡被拒绝，请换一张卡。',
    network: '没有网络连接，请重试。',
    rate_limited: '尝试次数过多，请等一分钟再试。',
    refused: '此表单尚未开通银行卡支付。',
    unavailable: '未能完成，请重试。',
  },
}
