#include "http/journal_stream.hpp"

#include "http/json_views.hpp"

#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include <string>
#include <utility>

namespace cohort::broker {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

namespace {

/// What a client says is not used: it need not be long.
constexpr std::size_t most_said = std::size_t{4} << 10;

class Stream : public HttpWaiter, public std::enable_shared_from_this<Stream> {
 public:
  Stream(std::shared_ptr<HttpServer::Core> core, asio::ip::tcp::socket socket, std::uint64_t since)
      : core_(std::move(core)), socket_(std::move(socket)), next_(since) {}

  void begin(UpgradeRequest request) {
    socket_.read_message_max(most_said);
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    request_ = std::move(request);
    socket_.async_accept(request_, [self = shared_from_this()](error_code failed) {
      if (failed) return;
      self->is_open_ = true;
      self->read();
      self->core_->add(self);
    });
  }

  bool look() override {
    if (!is_open_) return false;
    if (!is_writing_) write();
    return is_open_;
  }

 private:
  /// Nothing that the client says is listened to, but that it goes.
  void read() {
    socket_.async_read(incoming_, [self = shared_from_this()](error_code failed, std::size_t) {
      if (failed) {
        self->is_open_ = false;
        return;
      }
      self->incoming_.clear();
      self->read();
    });
  }

  /// One fact at a time: what the client has not read yet waits in the journal, not here. Who is so
  /// slow that it is gone from there is cut off.
  void write() {
    const Journal& journal = core_->backend().journal;
    if (!is_open_ || next_ >= journal.next()) return;
    const Entry* entry = journal.find(next_);
    if (entry == nullptr) {
      is_open_ = false;
      return beast::get_lowest_layer(socket_).close();
    }
    ++next_;
    outgoing_ = boost::json::serialize(to_json(*entry));
    is_writing_ = true;
    socket_.text(true);
    socket_.async_write(asio::buffer(outgoing_),
                        [self = shared_from_this()](error_code failed, std::size_t) {
                          self->is_writing_ = false;
                          if (failed) self->is_open_ = false;
                          self->write();
                        });
  }

  std::shared_ptr<HttpServer::Core> core_;
  websocket::stream<beast::tcp_stream> socket_;
  UpgradeRequest request_;
  std::uint64_t next_;
  std::string outgoing_;
  beast::flat_buffer incoming_;
  bool is_open_ = false;
  bool is_writing_ = false;
};

}  // namespace

void stream_journal(std::shared_ptr<HttpServer::Core> core, asio::ip::tcp::socket socket,
                    UpgradeRequest request, std::uint64_t since) {
  std::make_shared<Stream>(std::move(core), std::move(socket), since)->begin(std::move(request));
}

}  // namespace cohort::broker
