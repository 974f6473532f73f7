import type { Texts } from './texts.ts'

export const vi: Texts = {
  direction: 'ltr',
  frameTitle: 'Thông tin thẻ',
  missing: 'Vui lòng điền đủ thông tin thẻ',
  labels: { number: 'Số thẻ', expiry: 'Ngày hết hạn', code: 'CVV', name: 'Tên trên thẻ', postalCode: 'Mã bưu chính' },
  optional: '(tùy chọn)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: 3 chữ số ở mặt sau thẻ', codeFront: '{name}: 4 chữ số ở mặt trước thẻ' },
  choice: { label: 'Thanh toán qua', announcement: 'Thẻ này dùng được trên hai mạng thanh toán. Bạn có thể chọn một.' },
  errors: {
    number: {
      missing: 'Vui lòng nhập số thẻ',
      incomplete: 'Vui lòng nhập đủ số thẻ',
      wrong: 'Vui lòng kiểm tra số thẻ',
    },
    expiry: {
      missing: 'Vui lòng nhập ngày hết hạn',
      incomplete: 'Vui lòng nhập tháng và năm',
      wrong: 'Vui lòng kiểm tra ngày hết hạn',
      past: 'Thẻ này đã hết hạn',
    },
    code: { missing: 'Vui lòng nhập mã CVV', incomplete: 'Vui lòng nhập đủ mã CVV', wrong: 'Vui lòng kiểm tra mã CVV' },
    name: { missing: 'Vui lòng nhập tên trên thẻ', wrong: 'Vui lòng kiểm tra tên trên thẻ' },
    postalCode: { wrong: 'Vui lòng kiểm tra mã bưu chính' },
  },
  processing: 'Đang xử lý',
  failures: {
    card_invalid: 'Vui lòng kiểm tra thông tin thẻ.',
    declined: 'Thẻ bị từ chối. Vui lòng thử thẻ khác.',
    network: 'Không có kết nối. Vui lòng thử lại.',
    rate_limited: 'Thử quá nhiều lần. Hãy đợi một phút.',
    refused: 'Biểu mẫu chưa nhận thanh toán thẻ.',
    unavailable: 'Không thành công. Vui lòng thử lại.',
  },
}
