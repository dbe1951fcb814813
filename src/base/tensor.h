// Views of row-major float tensors. A view does not own its values.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <type_traits>

namespace eegate {

// [rows, cols], row-major; the first values of consecutive rows are `stride` values apart. Rows of a read-only view may
// overlap (stride < cols), which makes a convolution a matrix product. Rows of a writable view may not.
template <class T>
struct MatrixView {
  static constexpr bool rows_may_overlap = std::is_const_v<T>;

  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;

  MatrixView() = default;
  MatrixView(T* values, std::size_t n_rows, std::size_t n_cols) : MatrixView(values, n_rows, n_cols, n_cols) {}
  MatrixView(T* values, std::size_t n_rows, std::size_t n_cols, std::size_t row_stride)
      : data(values), rows(n_rows), cols(n_cols), stride(row_stride) {
    assert(rows_may_overlap || rows <= 1 || stride >= cols);
  }

  // A writable view converts to a read-only view.
  template <class U>
    requires(std::is_same_v<T, const U>)
  MatrixView(const MatrixView<U>& other)  // NOLINT(google-explicit-constructor)
      : data(other.data), rows(other.rows), cols(other.cols), stride(other.stride) {}

  std::span<T> row(std::size_t i) const {
    assert(i < rows);
    return {data + i * stride, cols};
  }
  MatrixView slice_rows(std::size_t first, std::size_t n) const {
    assert(first + n <= rows);
    return {data + first * stride, n, cols, stride};
  }
  MatrixView slice_cols(std::size_t first, std::size_t n) const {
    assert(first + n <= cols);
    return {data + first, rows, n, stride};
  }
  std::size_t size() const { return rows * cols; }
  // All values as one contiguous span; requires rows without padding.
  std::span<T> flat() const {
    assert(stride == cols || rows <= 1);
    return {data, size()};
  }
};

using Matrix = MatrixView<float>;
using ConstMatrix = MatrixView<const float>;

// [d0, d1, d2], contiguous: epochs [B, C, T], tokens [B, N, E].
template <class T>
struct Tensor3View {
  T* data = nullptr;
  std::size_t d0 = 0, d1 = 0, d2 = 0;

  Tensor3View() = default;
  Tensor3View(T* values, std::size_t n0, std::size_t n1, std::size_t n2) : data(values), d0(n0), d1(n1), d2(n2) {}
  template <class U>
    requires(std::is_same_v<T, const U>)
  Tensor3View(const Tensor3View<U>& other)  // NOLINT(google-explicit-constructor)
      : data(other.data), d0(other.d0), d1(other.d1), d2(other.d2) {}

  MatrixView<T> operator[](std::size_t i) const {
    assert(i < d0);
    return {data + i * d1 * d2, d1, d2};
  }
  Tensor3View slice(std::size_t first, std::size_t n) const {
    assert(first + n <= d0);
    return {data + first * d1 * d2, n, d1, d2};
  }
  // [d0 * d1, d2]
  MatrixView<T> rows() const { return {data, d0 * d1, d2}; }
  std::size_t size() const { return d0 * d1 * d2; }
  std::span<T> flat() const { return {data, size()}; }
};

using Tensor3 = Tensor3View<float>;
using ConstTensor3 = Tensor3View<const float>;

}  // namespace eegate
